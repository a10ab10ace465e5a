/** Whether a role has the rights of an admin. Founders have the role `FreeAdminUser`. */
export const isAdminRole = (role: string) => role !== 'TeamUser'
