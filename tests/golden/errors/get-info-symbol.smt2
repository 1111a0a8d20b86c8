(get-info version)
