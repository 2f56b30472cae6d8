package dev.restante.cli;

import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("The command line on HSQLDB")
class HsqldbCommandLineTest {

    @Nested
    class Entities extends EntityCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Transactions extends TransactionCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Groups extends GroupCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Messages extends MessageCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Imports extends ImportCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class LargeBodies extends LargeBodyCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleHistory extends ConsoleHistoryContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsolePages extends ConsolePagesContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleSubscriptions extends ConsoleSubscriptionsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleConfigure extends ConsoleConfigureContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleStore extends ConsoleStoreContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleStanding extends ConsoleStandingContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleSearch extends ConsoleSearchContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class RedriveJobs extends RedriveJobCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Orphans extends OrphanCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleJobs extends ConsoleJobsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleEdits extends ConsoleEditContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class ConsoleApi extends ConsoleApiContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }
}
