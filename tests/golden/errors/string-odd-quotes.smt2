(echo "a""")
(echo """)
