import { Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import { copyText, notCopied } from '#web/ui/copy-text.ts'
import { IconButton } from './icon-button.tsx'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState<boolean>()
  const face = isCopied === undefined ? { icon: Copy, label } : outcomes[isCopied ? 'copied' : 'refused']

  async function copy() {
    setCopied(await copyText(text))
    setTimeout(() => setCopied(undefined), 2000)
  }

  return <IconButton size="sm" {...face} onClick={copy} />
}

const outcomes = { copied: { icon: Check, label: 'Copied' }, refused: { icon: X, label: notCopied } }
