/** Names and descriptions by language. */
export type TextsByLanguage = Record<string, { name: string; description: string }>

/**
 * The name and description of a category as the caller read them. If the category has no text in the language, the
 * caller read nothing, or the text of another language given in `base`.
 */
export function wordsRead(
  texts: TextsByLanguage,
  language: string,
  base: { name?: string | undefined; description?: string | undefined } = {},
) {
  const text = texts[language]
  if (text) return { name: text.name, description: text.description }
  const others = [{ name: '', description: '' }, ...Object.values(texts)]
  const asRead = (part: 'name' | 'description') => others.find((other) => other[part] === base[part])?.[part] ?? ''
  return { name: asRead('name'), description: asRead('description') }
}
