package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.narayana.NarayanaRecovery;

/** How docs/transactions.md lets the recovery of Narayana know of a store. */
final class DocumentedRecovery {

    private DocumentedRecovery() {}

    static NarayanaRecovery register(RestanteXAConnectionFactory factory) {
        // region recovery
        NarayanaRecovery recovery = NarayanaRecovery.register(factory);
        // endregion
        return recovery;
    }
}
