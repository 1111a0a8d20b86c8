(echo "â‚")
