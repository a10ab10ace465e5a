import { expect, test } from 'vitest'
import { picturesInRtf, takeLocalPictures } from './rtf-pictures.ts'

const png = '89504e470d0a1a0a'
const jpeg = 'ffd8ffe000104a46'
const img = (name: string) => `<img width=320 height=200 src="file:///C:/Users/ada/clip_${name}" v:shapes="P">`
const pict = (kind: string, hex: string) =>
  `{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex100\\picw8467\\pich5292\\${kind}\\bliptag-12{\\*\\blipuid 00ff00ff}\n${hex.slice(0, 6)}\r\n${hex.slice(6)}}`
/** Returns a picture as Word writes it, with a second copy for old programs. */
const shown = (kind: string, hex: string) =>
  `{\\*\\shppict${pict(kind, hex)}}{\\nonshppict{\\pict\\picw1\\wmetafile8\n010009}}`
const rtf = (...parts: string[]) =>
  `{\\rtf1\\ansi{\\*\\listpicture${pict('pngblip', png)}}\\pard A \\{brace\\} ${parts.join('\\par ')}\\par}`

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer()).toString('hex')

test('the pictures of a text from Word come from beside it, each in its place', async () => {
  const html = `<p>One ${img('1.png')}</p><!--[if gte vml 1]><img src="file:///x"><![endif]--><p>${img('2.jpg')}</p>`
  const {
    html: left,
    pictures,
    lost,
  } = takeLocalPictures(html, rtf(shown('pngblip', png), shown('jpegblip', jpeg.toUpperCase())))
  expect(lost).toBe(0)
  expect(left).toContain('<p>One <img width=320 height=200 src="https://pasted.invalid/local-1" v:shapes="P"></p>')
  expect(left).toContain('<p><img width=320 height=200 src="https://pasted.invalid/local-2" v:shapes="P"></p>')
  const [first, second] = [...pictures.values()] as [File, File]
  expect([first.name, first.type, await bytesOf(first)]).toEqual(['picture-1.png', 'image/png', png])
  expect([second.name, second.type, await bytesOf(second)]).toEqual(['picture-2.jpg', 'image/jpeg', jpeg])
})

test('a drawing that browsers do not show is counted as lost, and the ones around it keep their places', async () => {
  const html = `${img('1')}${img('2')}${img('3')}`
  const { pictures, lost } = takeLocalPictures(
    html,
    rtf(shown('pngblip', png), shown('emfblip', '0100'), shown('jpegblip', jpeg)),
  )
  expect(lost).toBe(1)
  expect([...pictures.keys()]).toEqual(['https://pasted.invalid/local-1', 'https://pasted.invalid/local-3'])
  expect(await bytesOf(pictures.get('https://pasted.invalid/local-3')!)).toBe(jpeg)
})

test('a picture of the web keeps its address beside one of this computer', () => {
  const html = `<img src="https://example.com/a.png">${img('1')}`
  const { html: left, pictures, lost } = takeLocalPictures(html, rtf(shown('pngblip', png)))
  expect([left.startsWith('<img src="https://example.com/a.png">'), pictures.size, lost]).toEqual([true, 1, 0])
})

test('where their numbers differ none is put in the place of another', () => {
  const { html, pictures, lost } = takeLocalPictures(`${img('1')}${img('2')}`, rtf(shown('pngblip', png)))
  expect([html, pictures.size, lost]).toEqual([`${img('1')}${img('2')}`, 0, 2])
  expect(takeLocalPictures(img('1'), '').lost).toBe(1)
  expect(takeLocalPictures('<p>Words</p>', rtf(shown('pngblip', png))).lost).toBe(0)
})

test('what is no picture is none', () => {
  expect(picturesInRtf('{\\rtf1 {\\pict\\pngblip 8950zz}{\\pict\\pngblip 895}{\\pict\\pngblip }')).toEqual([
    null,
    null,
    null,
  ])
  expect(picturesInRtf('}}{\\pict\\pngblip 89')).toEqual([])
})
