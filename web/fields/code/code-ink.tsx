import { useEffect, useLayoutEffect, useRef } from 'react'
import { codeLanguageOf } from '#contract/writing/document.ts'
import { classNames } from '#web/ui/class-names.ts'
import './code-ink.css'
import { colourCode } from './colour-code.ts'
import { drawLines, type Line, plainLines } from './draw-lines.ts'

export { editCode } from './edit-code.ts'

type Props = { value: string; language: string | undefined; faultLine: number | undefined; className: string }

/** The lines of a text with line numbers, coloured as soon as the colours are known. */
export function CodeInk({ value, language, faultLine, className }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<Line[]>([])
  const wrong = useRef(faultLine)
  const draw = useRef((lines: Line[]) => {
    drawn.current = drawLines(frame.current!, drawn.current, lines)
    markLine(frame.current!, wrong.current)
  })
  useLayoutEffect(() => {
    wrong.current = faultLine
    draw.current(plainLines(value, drawn.current))
  }, [value, faultLine])
  useEffect(() => {
    const name = codeLanguageOf(language)
    if (!name) return
    let isWanted = true
    colourCode({ text: value, language: name, isWanted: () => isWanted }).then((lines) => {
      if (isWanted && lines) draw.current(lines)
    })
    return () => {
      isWanted = false
    }
  }, [value, language])
  return <div ref={frame} aria-hidden="true" className={classNames('code-ink absolute inset-0', className)} />
}

function markLine(frame: HTMLElement, line: number | undefined) {
  for (const marked of frame.querySelectorAll('[data-wrong]')) marked.removeAttribute('data-wrong')
  if (line !== undefined) frame.children[line - 1]?.setAttribute('data-wrong', '')
}
