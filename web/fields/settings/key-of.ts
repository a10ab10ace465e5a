/** Makes an API name from a name: "Blog post" becomes `blogPost`. */
export function keyOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ı', 'i')
      .match(/[A-Za-z0-9]+/g) ?? []
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
  return joined.replace(/^\d+/, '').slice(0, 60)
}
