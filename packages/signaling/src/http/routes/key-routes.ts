/** @module Routes of API keys; a value appears only in the response that creates it. */
import { Type, type Static } from 'typebox';
import type { ApiKey } from '../../ports/operators.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import {
  answers,
  Lifetime,
  Name,
  Nothing,
  nullable,
  PublicId,
  RoleName,
  STRICT,
  Time,
  toTime,
  toTimeOrNull,
} from '../schema/common.ts';

const Key = Type.Object({
  keyId: Type.String(),
  name: Type.String(),
  role: RoleName,
  createdAt: Time,
  expiresAt: nullable(Time),
  isRevoked: Type.Boolean(),
});
const Issued = Type.Object(
  { keyId: Type.String(), value: Type.String() },
  { description: 'the value is shown only once' },
);
const NewKey = Type.Object({ name: Name, role: RoleName, lifetimeMs: Type.Optional(Lifetime) }, STRICT);
const tags = ['keys'];

/** Adds the routes. */
export function keyRoutes(app: Api, { registry: { apiKeys }, change }: ApiPorts): void {
  app.get(
    `${API_PREFIX}/keys`,
    {
      schema: {
        tags,
        summary: 'all API keys, without their values',
        response: answers({ 200: Type.Object({ items: Type.Array(Key) }) }),
      },
    },
    async () => ({ items: (await apiKeys.list()).map((key) => shown(key)) }),
  );

  app.post(
    `${API_PREFIX}/keys`,
    {
      schema: {
        tags,
        summary: 'create an API key; without a lifetime it is valid until revoked',
        body: NewKey,
        response: answers({ 201: Issued }),
      },
    },
    async (request, reply) => {
      const { name, role } = request.body;
      const { id, value } = await change(request, async (stores) => {
        const added = await stores.apiKeys.add(request.body);
        request.target = { tokenId: added.id, detail: `${name} ${role}` };
        return added;
      });
      return reply.code(201).send({ keyId: id, value });
    },
  );

  app.delete(
    `${API_PREFIX}/keys/:keyId`,
    {
      schema: {
        tags,
        summary: 'revoke an API key',
        params: Type.Object({ keyId: PublicId }, STRICT),
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { keyId } = request.params;
      request.target = { tokenId: keyId };
      await change(request, async (stores) => await stores.apiKeys.revoke(keyId));
      return reply.code(204).send(null);
    },
  );
}

function shown({ id, name, role, createdAt, expiresAt, isRevoked }: ApiKey): Static<typeof Key> {
  return {
    keyId: id,
    name,
    role,
    createdAt: toTime(createdAt),
    expiresAt: toTimeOrNull(expiresAt),
    isRevoked,
  };
}
