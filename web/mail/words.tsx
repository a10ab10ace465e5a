import type { CSSProperties, ReactNode } from 'react'
import { accentOn, fonts, light } from './colors.ts'

const text: CSSProperties = { margin: '0 0 12px', fontSize: 15, lineHeight: '24px', color: light.ink }

export const Heading = ({ children }: { children: ReactNode }) => (
  <h1
    className="ink"
    style={{ margin: '0 0 12px', fontSize: 20, lineHeight: '28px', fontWeight: 600, color: light.ink }}
  >
    {children}
  </h1>
)

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <p className="ink" style={text}>
    {children}
  </p>
)

export const Quiet = ({ children }: { children: ReactNode }) => (
  <p className="quiet" style={{ ...text, fontSize: 13, lineHeight: '20px', color: light.quiet }}>
    {children}
  </p>
)

/** What somebody wrote, with its lines. */
export const Quoted = ({ children }: { children: ReactNode }) => (
  <p
    className="ink line"
    style={{ ...text, padding: '0 0 0 12px', borderLeft: `2px solid ${light.line}`, whiteSpace: 'pre-line' }}
  >
    {children}
  </p>
)

export const Links = ({ links }: { links: { title: string; url: string }[] }) => (
  <ul style={{ margin: '0 0 12px', padding: '0 0 0 20px' }}>
    {links.map(({ title, url }) => (
      <li key={url} className="ink" style={{ ...text, margin: '0 0 4px' }}>
        <a className="ink" href={url} style={{ color: light.ink }}>
          {title}
        </a>
      </li>
    ))}
  </ul>
)

export function Button({ href, color = null, children }: { href: string; color?: string | null; children: ReactNode }) {
  const { accent, onAccent } = accentOn(color)
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '10px 16px',
    borderRadius: 6,
    background: accent,
    color: onAccent,
    fontSize: 14,
    lineHeight: '20px',
    fontWeight: 500,
    textDecoration: 'none',
  }
  return (
    <p style={{ margin: '20px 0 0' }}>
      <a className="button" href={href} style={style}>
        {children}
      </a>
    </p>
  )
}

const digits = {
  margin: '20px 0',
  fontFamily: fonts.mono,
  fontSize: 36,
  lineHeight: '44px',
  fontWeight: 600,
  letterSpacing: 6,
  color: light.ink,
}

export const CodeDigits = ({ code }: { code: string }) => (
  <p className="ink" style={digits}>
    {code}
  </p>
)
