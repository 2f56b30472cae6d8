package dev.restante.ra;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.ra.console.ConsoleRegistry;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serial;

/**
 * Base class of {@link RestanteResourceAdapter} that declares the services which its connection factories and consoles
 * use: transaction registry, console registry, and closing of factories. Connection factories, activations and consoles
 * inherit missing properties from it.
 */
abstract class StoreResourceAdapter extends StoreProperties implements ResourceAdapter {

    @Serial
    private static final long serialVersionUID = 1L;

    StoreResourceAdapter() {}

    /**
     * Returns the server's registry, by which sessions find the transactions that they join.
     *
     * @throws IllegalStateException if the registry cannot be found
     */
    abstract TransactionSynchronizationRegistry transactionRegistry();

    /** Returns the consoles of the adapter's stores, which end when the adapter stops. */
    abstract ConsoleRegistry consoles();

    /** Registers a factory to be closed when the adapter stops. */
    abstract void closeOnStop(RestanteXAConnectionFactory factory);
}
