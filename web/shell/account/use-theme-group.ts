import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/look/theme.ts'
import type { MenuGroup } from '#web/ui/overlay/menu.tsx'

const themeNames = { system: ['Same as system', Monitor], light: ['Light', Sun], dark: ['Dark', Moon] } as const

export function useThemeGroup(): MenuGroup {
  const [current, setTheme] = useTheme()
  const items = (['system', 'light', 'dark'] as const).map((theme) => ({
    label: themeNames[theme][0],
    icon: themeNames[theme][1],
    current: theme === current,
    onSelect: () => setTheme(theme),
  }))
  return { label: 'Theme', items }
}
