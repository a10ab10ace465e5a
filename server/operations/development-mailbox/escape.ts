const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

type Markup = { markup: string }

/** HTML in which every value is escaped, except values made by `html`. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  return { markup: parts.reduce((before, part, at) => before + render(values[at - 1]!) + part) }
}

function render(value: string | Markup | Markup[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (letter) => entities[letter]!)
  return Array.isArray(value) ? value.map(({ markup }) => markup).join('') : value.markup
}

export const nothing: Markup = { markup: '' }
