package words

// Catalogue returns the texts of a language by their full keys.
func Catalogue(lang string) map[string]string { return catalogues()[lang] }
