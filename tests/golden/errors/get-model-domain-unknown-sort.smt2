(get-model-domain-elements Nowhere)
