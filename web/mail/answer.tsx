import { type CSSProperties, Fragment } from 'react'
import type { MailContents } from '#contract/mails.ts'
import { accentOn, fonts, light } from './colors.ts'
import { Document } from './layout.tsx'
import type { Mail } from './notice.tsx'

type Content = MailContents['answer']

const words: CSSProperties = { fontSize: 15, lineHeight: '24px', color: light.ink }
const small: CSSProperties = { fontSize: 13, lineHeight: '20px', color: light.quiet }

const solved = 'Your request is solved. If you still need help, write to us.'

export const answer = (content: Content): Mail => ({
  subject: content.subject,
  page: <Answer {...content} />,
  text: textOf(content),
})

const Answer = ({
  bodyHtml,
  signature: [name, ...lines],
  accentColor,
  portalUrl,
  quoted,
  links,
  isSolved,
}: Content) => (
  <Document>
    <body style={{ margin: 0, padding: 16, fontFamily: fonts.font }}>
      <div style={{ maxWidth: 640 }}>
        <Words html={bodyHtml} style={words} />
        {links.length > 0 && <Links links={links} />}
        <p className="ink" style={{ ...words, margin: '20px 0 0' }}>
          {name}
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line can occur twice, and the lines never change
            <Fragment key={index}>
              <br />
              <span className="quiet" style={small}>
                {line}
              </span>
            </Fragment>
          ))}
        </p>
        <p
          className="quiet line"
          style={{ ...small, margin: '20px 0 0', padding: '12px 0 0', borderTop: `1px solid ${light.line}` }}
        >
          {isSolved && `${solved} `}
          {portalUrl ? (
            <>
              Reply to this mail, or{' '}
              <a href={portalUrl} style={{ color: accentOn(accentColor).accent }}>
                read the whole conversation
              </a>
              .
            </>
          ) : (
            'Reply to this mail to write to everybody in it.'
          )}
        </p>
        {quoted && <Quoted {...quoted} />}
      </div>
    </body>
  </Document>
)

const Words = ({ html, style }: { html: string; style: CSSProperties }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised before it is stored
  <div className="words ink" style={style} dangerouslySetInnerHTML={{ __html: html }} />
)

const Links = ({ links }: Pick<Content, 'links'>) => (
  <ul className="ink" style={{ ...words, margin: '16px 0 0', padding: '0 0 0 20px' }}>
    {links.map(({ name, url, size }) => (
      <li key={`${name} ${size}`}>
        {url ? (
          <a href={url} style={{ color: light.accent }}>
            {name}
          </a>
        ) : (
          name
        )}{' '}
        ({url ? size : `${size}, too large for mail`})
      </li>
    ))}
  </ul>
)

const Quoted = ({ author, sentAt, bodyHtml }: NonNullable<Content['quoted']>) => (
  <div className="gmail_quote">
    <p className="quiet" style={{ ...small, margin: '20px 0 8px' }}>
      On {sentAt}, {author} wrote:
    </p>
    <blockquote className="line" style={{ margin: 0, padding: '0 0 0 12px', borderLeft: `2px solid ${light.line}` }}>
      <Words html={bodyHtml} style={{ ...words, color: light.quiet }} />
    </blockquote>
  </div>
)

const textOf = ({ bodyText, signature, portalUrl, quoted, links, isSolved }: Content) => [
  bodyText,
  ...(links.length > 0
    ? [
        links
          .map(({ name, url, size }) => (url ? `${name} (${size}): ${url}` : `${name} (${size}, too large for mail)`))
          .join('\n'),
      ]
    : []),
  signature.join('\n'),
  `${isSolved ? `${solved} ` : ''}${portalUrl ? `Reply to this mail, or read the whole conversation:\n${portalUrl}` : 'Reply to this mail to write to everybody in it.'}`,
  ...(quoted ? [`On ${quoted.sentAt}, ${quoted.author} wrote:\n${quote(quoted.bodyText)}`] : []),
]

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n')
