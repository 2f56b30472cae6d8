package dev.restante.runtime;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredTextKind;
import dev.restante.store.CredentialsRejectedException;
import dev.restante.store.StoreException;
import dev.restante.store.commit.PipelineSettings;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Access of a connection factory to the node of its store: opens the store if necessary and checks the credentials
 * (EXC-15).
 *
 * @param location the store location for the credentials that open it
 * @param configured the factory's own credentials, from its options or its URL, or null
 * @param defaultProof the credentials to check if the caller gives none; null to check nothing, because a data source
 *     has its own credentials
 * @param opensWithCredentials true if the store is opened with the credentials, which are then already checked
 */
public record NodeAccess(
        Function<Credentials, StoreLocation> location,
        @Nullable Credentials configured,
        @Nullable Credentials defaultProof,
        boolean opensWithCredentials) {


    static NodeAccess ofDataSource(DataSource dataSource, @Nullable Credentials configured) {
        return new NodeAccess(
                any -> new StoreLocation.ApplicationDataSource(dataSource), configured, configured, false);
    }

    static NodeAccess ofUrl(String url, @Nullable Credentials configured) {
        Credentials credentials = configured != null
                ? configured
                : Credentials.of(StoreLocation.Url.userIn(url), StoreLocation.Url.passwordIn(url));
        return new NodeAccess(
                with -> new StoreLocation.Url(url, with.user(), with.password()),
                credentials,
                credentials != null ? credentials : Credentials.DEFAULT,
                true);
    }

    /** Begins a call with the {@linkplain CallTimeBudget time budget} of the store timeout. */
    static CallTimeBudget bounded(Duration storeTimeout) {
        return CallTimeBudget.start(PipelineSettings.maxWaitNanos(SaturatingTime.toNanos(storeTimeout)));
    }

    /**
     * Returns the node after adding a user and checking the credentials.
     *
     * @param explicit the credentials given to {@code createConnection}, or null
     */
    SharedNode acquire(@Nullable Credentials explicit, NodeSettings settings, Duration linger) throws JMSException {
        requireStorable(configured);
        requireStorable(explicit);
        try (CallTimeBudget unused = bounded(settings.storeTimeout())) {
            SharedNode node = open(openingCredentials(explicit), settings);
            try {
                authenticate(node, explicit != null ? explicit : defaultProof);
            } catch (JMSException | RuntimeException refused) {
                node.release(linger);
                throw refused;
            }
            return node;
        }
    }

    Credentials openingCredentials(@Nullable Credentials explicit) {
        return configured != null ? configured : explicit != null ? explicit : Credentials.DEFAULT;
    }

    private SharedNode open(Credentials opening, NodeSettings settings) throws JMSException {
        try {
            return NodeRegistry.INSTANCE.acquire(location.apply(opening), settings, opening);
        } catch (CredentialsRejectedException rejected) {
            throw ExceptionTranslation.withCause(
                    new JMSSecurityException(text(rejected), ErrorCodes.SECURITY), rejected);
        } catch (OptionConflictException conflict) {
            throw ExceptionTranslation.withCause(
                    new IllegalStateException(text(conflict), ErrorCodes.ILLEGAL_STATE), conflict);
        } catch (StoreException failure) {
            throw storeFailed(failure);
        } catch (RuntimeException failure) {
            throw ExceptionTranslation.translateUnexpected(failure);
        }
    }

    /** Returns the exception for a store that cannot be used (EXC-15). */
    public static JMSException storeFailed(StoreException failure) {
        BrokerException.BrokerErrorReason reason =
                switch (failure.kind()) {
                    case UNAVAILABLE, TRANSIENT -> BrokerException.BrokerErrorReason.STORE_UNAVAILABLE;
                    case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, PROTECTED, CLOSED, DAMAGED, FATAL ->
                        BrokerException.BrokerErrorReason.STORE_FAILED;
                };
        return ExceptionTranslation.withCause(
                new ResourceAllocationException(text(failure), ExceptionTranslation.errorCode(reason)), failure);
    }

    private static String text(Exception failure) {
        return String.valueOf(failure.getMessage());
    }

    /** Rejects texts that drivers would change, or for which they would report an unreachable database (SND-08). */
    private static void requireStorable(@Nullable Credentials credentials) throws JMSSecurityException {
        if (credentials != null
                && !(StoredTextKind.isStorable(credentials.user())
                        && StoredTextKind.isStorable(credentials.password()))) {
            throw new JMSSecurityException(
                    "The user " + DisplayText.quote(credentials.user())
                            + " or the password contains a NUL character or an unpaired surrogate, which no"
                            + " database accepts",
                    ErrorCodes.SECURITY);
        }
    }

    private void authenticate(SharedNode node, @Nullable Credentials proof) throws JMSException {
        boolean openedWithThem =
                opensWithCredentials && node.openingCredentials().equals(proof);
        if (proof == null || openedWithThem) {
            return;
        }
        boolean accepted;
        try {
            accepted = node.store().authenticate(proof.user(), proof.password());
        } catch (StoreException failure) {
            throw storeFailed(failure);
        }
        if (!accepted) {
            throw new JMSSecurityException(
                    "The store rejects user " + DisplayText.quote(proof.user()) + " or the password",
                    ErrorCodes.SECURITY);
        }
    }
}
