type Values = { languages: string[]; plainSlugs: string[] }
type Form = { values: Values; base: Partial<Values> }

/** What a form of the languages sends: all of them, and what they were when whoever changes them read them. */
export const languagesBody = ({ values: { languages, plainSlugs }, base }: Form) => ({
  items: languages,
  base: base.languages ?? languages,
  plainSlugs,
  plainSlugsBase: base.plainSlugs ?? plainSlugs,
})
