package dev.restante.cli;

import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("Command line on PostgreSQL")
class PostgresCommandLineTest {

    @Nested
    class Entities extends EntityCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Policies extends PolicyCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Transactions extends TransactionCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Groups extends GroupCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Messages extends MessageCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Named extends RequestedMessagesContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Imports extends ImportCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class LargeBodies extends LargeBodyCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleHistory extends ConsoleHistoryContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsolePages extends ConsolePagesContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleSubscriptions extends ConsoleSubscriptionsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleConfigure extends ConsoleConfigureContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleStore extends ConsoleStoreContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleStanding extends ConsoleLocksAndScheduleContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleSearch extends ConsoleSearchContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class RedriveJobs extends RedriveJobCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Orphans extends OrphanCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleJobs extends ConsoleJobsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleEdits extends ConsoleEditContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class ConsoleApi extends ConsoleApiContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }
}
