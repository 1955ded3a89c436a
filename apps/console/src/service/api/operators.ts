/** @module The service's HTTP API, operators: written from its OpenAPI document by packages/signaling/src/http/api-types.test.ts. */

export interface OperatorsApi {
  /** all operators */
  'GET /operators': {
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly role: 'viewer' | 'manager' | 'admin';
        readonly isEnabled: boolean;
        readonly createdAt: string;
      }[];
    };
  };
  /** add an operator */
  'POST /operators': {
    readonly body: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly password: string;
    };
    readonly answer: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly isEnabled: boolean;
      readonly createdAt: string;
    };
  };
  /** change the role, or enable or disable an operator; disabling ends the sessions. The last admin cannot be demoted */
  'PATCH /operators/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly body: {
      readonly role?: 'viewer' | 'manager' | 'admin';
      readonly isEnabled?: boolean;
    };
    readonly answer: {
      readonly name: string;
      readonly role: 'viewer' | 'manager' | 'admin';
      readonly isEnabled: boolean;
      readonly createdAt: string;
    };
  };
  /** remove an operator and end their sessions. The last admin cannot be removed */
  'DELETE /operators/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly answer: null;
  };
  /** set a password; ends the operator's sessions */
  'PUT /operators/{name}/password': {
    readonly path: {
      readonly name: string;
    };
    readonly body: {
      readonly password: string;
    };
    readonly answer: null;
  };
}
