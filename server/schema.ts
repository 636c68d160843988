/** The schema: one line per module. */
import './graphql/date-time.ts';
import './graphql/node.ts';
import '#server/modules/setup/schema.ts';
import '#server/modules/viewer/schema.ts';
import '#server/modules/user/schema.ts';
import '#server/modules/user/mutations.ts';
import '#server/modules/session/schema.ts';
import '#server/modules/audit-log/schema.ts';
import '#server/modules/repository/schema.ts';
import '#server/modules/statistics/schema.ts';
import '#server/modules/events/schema.ts';
import { builder } from './graphql/builder.ts';

export const schema = builder.toSchema();
