(set-info source "here")
