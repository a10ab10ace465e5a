export type Pasted = { html: string } | { markdown: string }

/** Content from the clipboard. `rtf` is needed, because office programs put local pictures only into the RTF. */
export type Copied = Pasted & { rtf?: string }

/** Returns clipboard content to convert. Returns null if the editor or another handler can paste it. */
export function readClipboard(transfer: DataTransfer | null): Copied | null {
  if (!transfer) return null
  const html = isWrittenText(transfer) ? '' : transfer.getData('text/html')
  if (transfer.files.length > 0 && !hasWords(html)) return null
  if (html) return html.includes('data-pm-slice') ? null : { html, rtf: transfer.getData('text/rtf') }
  const text = transfer.getData('text/plain')
  return looksLikeMarkdown(text) ? { markdown: text } : null
}

// Returns whether the text is prose from VS Code. Its HTML contains only the editor's colours, so the plain text is
// used.
function isWrittenText(transfer: DataTransfer): boolean {
  const [, mode = ''] = /"mode":"([^"]*)"/.exec(transfer.getData('vscode-editor-data')) ?? []
  return transfer.types.includes('vscode-editor-data') && ['', 'markdown', 'plaintext'].includes(mode)
}

/** Returns whether the HTML contains text. The HTML of a copied picture contains only an `img` tag. */
export const hasWords = (html: string) => html.replace(/<!--.*?-->|<[^>]*>/gs, '').trim() !== ''

const signs = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^[-*+] \[[ xX]\] /m,
  /^(?:[-*+]|\d{1,3}[.)]) .+\n(?:.*\n)*?(?:[-*+]|\d{1,3}[.)]) /m,
  /^> /m,
  /^\|.+\|\s*\n\|[ :|-]+\|/m,
  /\[[^\]\n]+\]\((?:https?:|\/|#)[^)\s]*\)/,
  /\*\*[^*\s][^*\n]*\*\*/,
]

export const looksLikeMarkdown = (text: string) => signs.some((sign) => sign.test(text))

const dataPicture = /data:(image\/(?:png|jpe?g|gif|webp|avif));base64,([a-z\d+/=]+)/gi

export function takeDataPictures(html: string): { html: string; pictures: Map<string, File> } {
  const pictures = new Map<string, File>()
  const left = html.replace(dataPicture, (_, type: string, encoded: string) => {
    const number = pictures.size + 1
    const address = `https://pasted.invalid/${number}`
    pictures.set(address, fileOf(encoded, `picture-${number}`, type))
    return address
  })
  return { html: left, pictures }
}

function fileOf(encoded: string, name: string, type: string): File {
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
  return new File([bytes], `${name}.${type.split('/')[1]}`, { type })
}
