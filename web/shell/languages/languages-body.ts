type Values = { languages: string[]; plainSlugs: string[] }
type LanguagesForm = { values: Values; base: Partial<Values> }

export const languagesBody = ({ values: { languages, plainSlugs }, base }: LanguagesForm) => ({
  items: languages,
  base: base.languages ?? languages,
  plainSlugs,
  plainSlugsBase: base.plainSlugs ?? plainSlugs,
})
