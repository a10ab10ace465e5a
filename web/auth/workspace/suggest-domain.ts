const longest = 40

/** Suggests a domain for the name of a workspace: "Café Müller & Co." becomes "cafe-muller-co". */
export const suggestDomain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest + 1)
    .replace(/^-|-$/g, '')
    .slice(0, longest)
