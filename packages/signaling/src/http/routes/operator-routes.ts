/** @module Routes of operators. */
import { Type, type Static } from 'typebox';
import type { Operator } from '../../ports/operators.ts';
import { ApiError } from '../api-error.ts';
import { API_PREFIX, type Api, type ApiPorts } from '../api.ts';
import { answers, Name, Nothing, Password, RoleName, STRICT, Time, toTime } from '../schema/common.ts';

const ShownOperator = Type.Object({
  name: Type.String(),
  role: RoleName,
  isEnabled: Type.Boolean(),
  createdAt: Time,
});
const NewOperator = Type.Object({ name: Name, role: RoleName, password: Password }, STRICT);
const Change = Type.Object(
  { role: Type.Optional(RoleName), isEnabled: Type.Optional(Type.Boolean()) },
  { ...STRICT, minProperties: 1 },
);
const Path = Type.Object({ name: Name }, STRICT);
const tags = ['operators'];

/** Adds the routes. */
export function operatorRoutes(app: Api, { registry: { operators }, change }: ApiPorts): void {
  const require = async (name: string): Promise<Operator> => {
    const operator = await operators.get(name);
    if (operator === undefined) throw ApiError.notFound('no operator with this name');
    return operator;
  };

  app.get(
    `${API_PREFIX}/operators`,
    {
      schema: {
        tags,
        summary: 'all operators',
        response: answers({ 200: Type.Object({ items: Type.Array(ShownOperator) }) }),
      },
    },
    async () => ({ items: (await operators.list()).map((operator) => shown(operator)) }),
  );

  app.post(
    `${API_PREFIX}/operators`,
    {
      schema: {
        tags,
        summary: 'add an operator',
        body: NewOperator,
        response: answers({ 201: ShownOperator }),
      },
    },
    async (request, reply) => {
      const { name, role } = request.body;
      request.target = { detail: `${name} ${role}` };
      const password = await operators.hash(request.body.password);
      await change(request, async (stores) => await stores.operators.add({ name, role, password }));
      return reply.code(201).send(shown(await require(name)));
    },
  );

  app.patch(
    `${API_PREFIX}/operators/:name`,
    {
      schema: {
        tags,
        summary:
          'change the role, or enable or disable an operator; disabling ends the sessions. The last admin cannot be demoted',
        params: Path,
        body: Change,
        response: answers({ 200: ShownOperator }),
      },
    },
    async (request) => {
      const { name } = request.params;
      const { role, isEnabled } = request.body;
      const words = [name, role ?? '', isEnabled === undefined ? '' : isEnabled ? 'enabled' : 'disabled'];
      request.target = { detail: words.filter((word) => word !== '').join(' ') };
      await change(request, async (stores) => await stores.operators.change(name, request.body));
      return shown(await require(name));
    },
  );

  app.put(
    `${API_PREFIX}/operators/:name/password`,
    {
      schema: {
        tags,
        summary: "set a password; ends the operator's sessions",
        params: Path,
        body: Type.Object({ password: Password }, STRICT),
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      request.target = { detail: name };
      const password = await operators.hash(request.body.password);
      await change(request, async (stores) => await stores.operators.setPassword(name, password));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    `${API_PREFIX}/operators/:name`,
    {
      schema: {
        tags,
        summary: 'remove an operator and end their sessions. The last admin cannot be removed',
        params: Path,
        response: answers({ 204: Nothing }),
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      request.target = { detail: name };
      await change(request, async (stores) => await stores.operators.remove(name));
      return reply.code(204).send(null);
    },
  );
}

function shown({ name, role, isEnabled, createdAt }: Operator): Static<typeof ShownOperator> {
  return { name, role, isEnabled, createdAt: toTime(createdAt) };
}
