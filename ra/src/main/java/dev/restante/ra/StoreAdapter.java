package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.console.Consoles;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serial;

/**
 * A resource adapter as its connection factories, activations and consoles know it: they have from it what they leave
 * out.
 */
abstract class StoreAdapter extends StoreProperties implements ResourceAdapter {

    @Serial
    private static final long serialVersionUID = 1L;

    StoreAdapter() {}

    /**
     * The server's, by which sessions find the transactions that they join.
     *
     * @throws IllegalStateException if there is none
     */
    abstract TransactionSynchronizationRegistry transactionRegistry();

    /** The consoles of its stores, which end when it stops. */
    abstract Consoles consoles();

    /** Closes it when the adapter stops. */
    abstract void closeAtEnd(RestanteXAConnectionFactory factory);
}
