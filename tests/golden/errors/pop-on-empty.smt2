(pop)
