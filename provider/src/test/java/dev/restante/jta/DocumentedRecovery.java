package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.narayana.NarayanaRecovery;

/** Example of the recovery with Narayana in docs/how-to/distributed-transactions.md. */
final class DocumentedRecovery {

    private DocumentedRecovery() {}

    static NarayanaRecovery register(RestanteXAConnectionFactory factory) {
        // region recovery
        NarayanaRecovery recovery = NarayanaRecovery.register(factory);
        // endregion
        return recovery;
    }
}
