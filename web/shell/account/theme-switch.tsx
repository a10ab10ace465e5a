import { SunMoon } from 'lucide-react'
import { useTheme } from '#web/lib/look/theme.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = { className?: string; labelClassName?: string; label?: string }

export function ThemeSwitch({ className, labelClassName, label = 'Switch theme' }: Props) {
  const [theme, setTheme] = useTheme()

  function turn() {
    const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    setTheme(isDark ? 'light' : 'dark')
  }

  return (
    <button type="button" onClick={turn} className={classNames(className, 'noscript:hidden')} title={label}>
      <Icon of={SunMoon} className="text-ink-3" />
      <span className={labelClassName}>{label}</span>
    </button>
  )
}
