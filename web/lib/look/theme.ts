import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '#web/lib/context.ts'
import { readCookie } from '#web/lib/cookies.ts'
import { createListeners } from '#web/ui/listeners.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Reads the theme from a cookie of all hosts, so that the server renders the right theme. */
export function themeOf(cookieHeader: string | null): Theme {
  const named = readCookie(cookieHeader, 'theme')
  return themes.find((theme) => theme === named) ?? 'system'
}

export const themeAttribute = (theme: Theme) => (theme === 'system' ? undefined : theme)

export function useTheme(): [Theme, (theme: Theme) => void] {
  const root = useRouteLoaderData<RootData>('root')
  const chosen = useSyncExternalStore(subscribe, readChosen, () => undefined)
  return [chosen ?? root?.theme ?? 'system', (theme) => chooseTheme(theme, root?.site.rootDomain)]
}

let chosenHere: Theme | undefined
const { subscribe, tell } = createListeners()
const readChosen = () => chosenHere

const yearSeconds = 31_536_000

function chooseTheme(theme: Theme, rootDomain = location.hostname) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
  document.cookie = `theme=${theme}; Domain=${rootDomain}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  chosenHere = theme
  tell()
}
