import { User } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from './icon.tsx'

type Size = keyof typeof sizes

type Props = {
  name: string
  label?: string
  src?: string | null
  size?: Size
  square?: boolean
  viewing?: boolean
  /** Hides the avatar from screen readers, because the name is shown next to it. */
  hideName?: boolean
  className?: string
}

export function Avatar({ name, label = name, src, size = 20, square, viewing, hideName, className }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  // The picture may have failed to load before hydration. Then no error event reaches React.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src ?? undefined)
  }, [src])
  const look = classNames(
    'avatar',
    sizes[size],
    square ? 'rounded-[5px]' : 'rounded-full',
    viewing && 'shadow-[0_0_0_1.5px_var(--st-surface),0_0_0_3px_var(--st-green-solid)]',
    className,
  )
  const naming = hideName
    ? { 'aria-hidden': true }
    : {
        role: 'img',
        'aria-label': viewing ? `${label}, viewing now` : label,
        title: label === name ? undefined : label,
      }

  return (
    <span {...naming} className={classNames(look, tints[tintOf(name)])}>
      {square ? companyInitials(name) : initialsOf(name)}
      {/* The server answers with a transparent picture for a person without a picture, so the initials stay visible. */}
      {src && src !== brokenSrc && <img ref={image} src={src} alt="" onError={() => setBrokenSrc(src)} />}
    </span>
  )
}

export const UnassignedAvatar = ({
  size = 20,
  icon = User,
  label = 'Unassigned',
}: {
  size?: Size
  icon?: IconShape
  label?: string
}) => (
  <span
    role="img"
    aria-label={label}
    className={classNames(
      'grid shrink-0 place-items-center rounded-full border border-dashed border-control text-ink-3',
      sizes[size],
    )}
  >
    <Icon of={icon} size={size < 28 ? 12 : 14} />
  </span>
)

const sizes = {
  20: 'size-5 text-[9px]',
  24: 'size-6 text-[10px]',
  28: 'size-7 text-[11px]',
  32: 'size-8 text-[12px]',
  40: 'size-10 text-[14px]',
}

const tints = ['person-1', 'person-2', 'person-3', 'person-4', 'person-5', 'person-6', 'person-7']

export function tintOf(name: string) {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 100_003
  return sum % tints.length
}

export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (!last) return firstSigns(first, 2)
  return firstSigns(first, 1) + firstSigns(last, 1)
}

const companyInitials = (name: string) => (/\s/.test(name.trim()) ? initialsOf(name) : firstSigns(name, 1))

const firstSigns = (word: string, count: number) =>
  Array.from(word.replace(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, count)
    .join('')
    .toUpperCase()
