/**
 * Stores the language that the reader chooses. Opens the home page in this language if the reader does not come from
 * another page of the knowledge base.
 */
export function keepLanguage() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-edition]')]
  for (const link of links) link.addEventListener('click', () => keep(link.hreflang))
  const home = links.find((link) => link.hreflang === chosen() && !link.hasAttribute('aria-current'))
  if (home && location.pathname.replace(/\/$/, '') === '/knowledgebase' && !comesFromHere()) location.replace(home.href)
}

const key = 'knowledge-base-language'

/** Stores the chosen language. Does nothing if the browser refuses storage. */
function keep(language: string) {
  try {
    localStorage.setItem(key, language)
  } catch {}
}

function chosen(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function comesFromHere(): boolean {
  const { referrer } = document
  const { origin } = location
  return referrer.startsWith(`${origin}/`) && /^(\/[^/]+)?\/knowledgebase(\/|\?|$)/.test(referrer.slice(origin.length))
}
