import type { CSSProperties, ReactNode } from 'react'
import { darkRules, fonts, light } from './colors.ts'

const page: CSSProperties = { margin: 0, padding: '32px 16px', background: light.canvas, fontFamily: fonts.font }
const sheet: CSSProperties = {
  maxWidth: 560,
  margin: '0 auto',
  padding: '32px 32px 28px',
  background: light.surface,
  border: `1px solid ${light.line}`,
  borderRadius: 8,
}

export function Layout({ from, children, foot }: { from: string; children: ReactNode; foot: ReactNode }) {
  return (
    <Document>
      <body className="canvas" style={page}>
        <div className="surface" style={sheet}>
          <p
            className="quiet"
            style={{ margin: '0 0 20px', fontSize: 13, lineHeight: '20px', fontWeight: 500, color: light.quiet }}
          >
            {from}
          </p>
          {children}
          <p
            className="quiet line"
            style={{
              margin: '28px 0 0',
              padding: '16px 0 0',
              borderTop: `1px solid ${light.line}`,
              fontSize: 13,
              lineHeight: '20px',
              color: light.quiet,
            }}
          >
            {foot}
          </p>
        </div>
      </body>
    </Document>
  )
}

export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </head>
      {children}
    </html>
  )
}
