import { type CSSProperties, Fragment, type ReactElement } from 'react'
import { accentOn, fonts, light } from './colors.ts'
import { Layout } from './layout.tsx'

export type Mail = { subject: string; page: ReactElement; text: string[] }

type Block = { html: ReactElement; text: string | null }

type Notice = {
  subject: string
  from: string
  body: Block[]
  foot: string
}

export const notice = ({ subject, from, body, foot }: Notice): Mail => ({
  subject,
  page: (
    <Layout from={from} foot={foot}>
      {body.map(({ html }) => html)}
    </Layout>
  ),
  text: [...body.flatMap(({ text }) => text ?? []), foot],
})

const words: CSSProperties = { margin: '0 0 12px', fontSize: 15, lineHeight: '24px', color: light.ink }

export const heading = (title: string, text: string | null = null): Block => ({
  html: (
    <h1
      key={title}
      className="ink"
      style={{ margin: '0 0 12px', fontSize: 20, lineHeight: '28px', fontWeight: 600, color: light.ink }}
    >
      {title}
    </h1>
  ),
  text,
})

const Paragraph = ({ text }: { text: string }) => (
  <p className="ink" style={words}>
    {text}
  </p>
)

export const paragraph = (text: string): Block => ({ html: <Paragraph key={text} text={text} />, text })

export const quiet = (text: string): Block => ({
  html: (
    <p key={text} className="quiet" style={{ ...words, fontSize: 13, lineHeight: '20px', color: light.quiet }}>
      {text}
    </p>
  ),
  text,
})

export const quoted = (text: string): Block[] => {
  if (!text) return []
  const style: CSSProperties = {
    ...words,
    padding: '0 0 0 12px',
    borderLeft: `2px solid ${light.line}`,
    whiteSpace: 'pre-line',
  }
  const html = (
    <p key="quoted" className="ink line" style={style}>
      {text}
    </p>
  )
  return [{ html, text }]
}

export function button(label: string, href: string, color: string | null = null): Block {
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
  const html = (
    <p key={href} style={{ margin: '20px 0 0' }}>
      <a className="button" href={href} style={style}>
        {label}
      </a>
    </p>
  )
  return { html, text: `${label}: ${href}` }
}

const digitStyle: CSSProperties = {
  margin: '20px 0',
  fontFamily: fonts.mono,
  fontSize: 36,
  lineHeight: '44px',
  fontWeight: 600,
  letterSpacing: 6,
  color: light.ink,
}

export const code = (label: string, digits: string): Block => ({
  html: (
    <Fragment key="code">
      <Paragraph text={`${label}:`} />
      <p className="ink" style={digitStyle}>
        {digits}
      </p>
    </Fragment>
  ),
  text: `${label}: ${digits}`,
})

export const linkList = (label: string, links: { title: string; url: string }[], mark = ''): Block => ({
  html: (
    <Fragment key={label}>
      <Paragraph text={label} />
      {links.length > 0 && (
        <ul style={{ margin: '0 0 12px', padding: '0 0 0 20px' }}>
          {links.map(({ title, url }) => (
            <li key={url} className="ink" style={{ ...words, margin: '0 0 4px' }}>
              <a className="ink" href={url} style={{ color: light.ink }}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Fragment>
  ),
  text: [label, ...links.map(({ title, url }) => `${mark}${title}: ${url}`)].join('\n'),
})
