type Values = { languages: string[]; plainSlugs: string[] }
type LanguagesForm = { values: Values; base: Partial<Values> }

/** What a form of the languages sends: all of them, and what they were when whoever changes them read them. */
export const languagesBody = ({ values: { languages, plainSlugs }, base }: LanguagesForm) => ({
  items: languages,
  base: base.languages ?? languages,
  plainSlugs,
  plainSlugsBase: base.plainSlugs ?? plainSlugs,
})
