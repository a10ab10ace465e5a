export const notAsPlanned = { publish: 'Not published as planned', unpublish: 'Not taken from readers as planned' }
