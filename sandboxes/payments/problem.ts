/** An error answer of Stripe's API: the status and the error object, as documented at /api/errors. */
export interface ProblemFields {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  [field: string]: unknown;
}

/** Thrown if nothing may be stored. The request's transaction is rolled back. */
export class Problem extends Error {
  readonly status: number;
  readonly fields: ProblemFields;

  constructor(status: number, fields: ProblemFields) {
    super(fields.message);
    this.name = 'Problem';
    this.status = status;
    this.fields = fields;
  }
}

/** @param param the name of the parameter that is wrong */
export function invalidRequest(code: string | undefined, message: string, param?: string): Problem {
  return new Problem(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

export function missingParameter(param: string): Problem {
  return invalidRequest('parameter_missing', `Missing required param: ${param}.`, param);
}

export function missing(kind: string, id: string, param = 'id'): Problem {
  return new Problem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** The request is not allowed in the object's current state. */
export function unexpectedState(code: string, message: string, more: Record<string, unknown> = {}): Problem {
  return new Problem(400, { type: 'invalid_request_error', code, message, ...more });
}
