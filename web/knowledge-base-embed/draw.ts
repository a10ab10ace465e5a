import { element } from '#web/lib/dom/element.ts'
import { articleUrl, given, type SearchAnswer } from './ask.ts'

export function optionOf(
  item: SearchAnswer['items'][number],
  at: number,
  words: string,
  target: string | null,
): HTMLAnchorElement {
  const { title, heading, category, language, marks } = item
  const place = [category?.name, heading].filter(Boolean).join(' › ')
  return element(
    'a',
    {
      id: `option-${at}`,
      role: 'option',
      'aria-selected': 'false',
      tabindex: '-1',
      lang: language,
      href: articleUrl(item, words),
      ...(target && { target, rel: 'noopener' }),
    },
    element('span', { class: 'title' }, ...marked(title, marks.title)),
    ...(place ? [element('span', { class: 'place' }, place)] : []),
  )
}

function marked(text: string, ranges: [number, number][]): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), element('mark', {}, text.slice(from, to)))
    end = to
  }
  return [...parts, text.slice(end)]
}

export function tellCount(count: number): string {
  const { language, format, count: plural } = given.words
  const form = plural[new Intl.PluralRules(language).select(count)] ?? plural.other
  return form.replace('{count}', new Intl.NumberFormat(format).format(count))
}
