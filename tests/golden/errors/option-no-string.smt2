(set-option :regular-output-channel stdout)
