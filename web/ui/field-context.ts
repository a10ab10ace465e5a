import { createContext, useContext } from 'react'

type FieldWiring = { id: string; labelId: string; describedBy: string; state?: 'error' | 'valid' }

export const FieldContext = createContext<FieldWiring | undefined>(undefined)

/** What ties a control to the label and the sentences of its Field. Empty outside of one. */
export function useFieldControl() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.state === 'error' || undefined }
}

export const useField = () => useContext(FieldContext)
