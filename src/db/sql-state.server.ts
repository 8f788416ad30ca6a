/** The SQLSTATE codes of PostgreSQL that the site handles, by their names in its manual. */
export const sqlState = {
  characterNotInRepertoire: '22021',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  invalidStatementName: '26000',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  dependentObjectsExist: '2BP01',
  invalidCatalogName: '3D000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  duplicatePreparedStatement: '42P05',
  diskFull: '53100',
  tooManyConnections: '53300',
  objectNotInPrerequisiteState: '55000',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;
