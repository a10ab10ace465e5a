/**
 * The language that a reader chose counts where an address names none: on the home page, for who comes to it from elsewhere or
 * by typing. A page that somebody links to, or that the reader went on to here, stays in its own. No cookie is needed for that.
 */
export function keepLanguage() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-edition]')]
  for (const link of links) link.addEventListener('click', () => keep(link.hreflang))
  const home = links.find((link) => link.hreflang === chosen() && !link.hasAttribute('aria-current'))
  if (home && location.pathname.replace(/\/$/, '') === '/knowledgebase' && !comesFromHere()) location.replace(home.href)
}

const key = 'knowledge-base-language'

/** A browser that keeps nothing has no choice to remember. */
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
