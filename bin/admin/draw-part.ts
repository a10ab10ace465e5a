export function drawPart(page: string, name: string, part: string): string {
  const begin = `<!-- ${name}: written by \`npm run admin -- write-types\` -->\n`
  const [before, rest, ...more] = page.split(begin)
  if (rest === undefined || more.length > 0) throw new Error(`The page has no one place for ${name}`)
  return `${before}${begin}${part}${rest.slice(rest.indexOf(`<!-- /${name} -->`))}`
}
