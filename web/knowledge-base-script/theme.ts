const yearSeconds = 31_536_000

export function offerThemes() {
  const { dataset } = document.documentElement
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
      dataset.theme = isDark ? 'light' : 'dark'
      const secure = location.protocol === 'https:' ? '; Secure' : ''
      const domain = location.hostname.split('.').slice(1).join('.')
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
      document.cookie = `theme=${dataset.theme}; Domain=${domain}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
    })
  }
}
