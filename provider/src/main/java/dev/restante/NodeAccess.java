package dev.restante;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallBound;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.store.CredentialsRefusedException;
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
 * The way of a connection factory to the node of its store in this JVM: opens the store where nobody has, and lets in
 * only who proves to be a user of its database. What goes wrong there is an exception of JMS (EXC-15).
 *
 * @param own the factory's own credentials: those that were set, else those in its URL; null for none
 * @param shown what who gives no credentials has to prove; null for nothing, because a data source has its own
 */
record NodeAccess(
        Function<Credentials, StoreLocation> location,
        @Nullable Credentials own,
        @Nullable Credentials shown,
        boolean opensWithCredentials) {

    private static final ExceptionTranslation TRANSLATION = new ExceptionTranslation(MadeExceptions.INSTANCE);

    /** To the store in the database of a data source, which opens it with credentials of its own. */
    static NodeAccess given(DataSource dataSource, @Nullable Credentials set) {
        return new NodeAccess(any -> new StoreLocation.Given(dataSource), set, set, false);
    }

    /** To the store with a URL. */
    static NodeAccess url(String url, @Nullable Credentials set) {
        Credentials own =
                set != null ? set : Credentials.of(StoreLocation.Url.userIn(url), StoreLocation.Url.passwordIn(url));
        return new NodeAccess(
                with -> new StoreLocation.Url(url, with.user(), with.password()),
                own,
                own != null ? own : Credentials.DEFAULT,
                true);
    }

    /** Begins a call of an application that may wait for the store; see {@link CallBound}. */
    static CallBound bounded(Duration storeTimeout) {
        return CallBound.begin(PipelineSettings.patienceNanos(Spans.nanos(storeTimeout)));
    }

    /**
     * The node with one more user, who has proved to be one where that is asked for.
     *
     * @param given to {@code createConnection}; or null
     * @param linger how long the node stays open after a user who was refused, if it has no other
     */
    SharedNode use(@Nullable Credentials given, NodeSettings settings, Duration linger) throws JMSException {
        requireStorable(own);
        requireStorable(given);
        try (CallBound unused = bounded(settings.storeTimeout())) {
            SharedNode node = open(opening(given), settings);
            try {
                authenticate(node, given != null ? given : shown);
            } catch (JMSException | RuntimeException refused) {
                node.release(linger);
                throw refused;
            }
            return node;
        }
    }

    /** Those with which the store is opened where nobody has it open. */
    Credentials opening(@Nullable Credentials given) {
        return own != null ? own : given != null ? given : Credentials.DEFAULT;
    }

    private SharedNode open(Credentials opening, NodeSettings settings) throws JMSException {
        try {
            return NodeRegistry.JVM.use(location.apply(opening), settings, opening);
        } catch (CredentialsRefusedException refused) {
            throw ExceptionTranslation.linked(new JMSSecurityException(text(refused), ErrorCodes.SECURITY), refused);
        } catch (OptionConflictException conflict) {
            throw ExceptionTranslation.linked(
                    new IllegalStateException(text(conflict), ErrorCodes.ILLEGAL_STATE), conflict);
        } catch (StoreException failure) {
            throw storeFailed(failure);
        } catch (RuntimeException failure) {
            throw TRANSLATION.unexpected(failure);
        }
    }

    /** What to throw where there is no connection because the store can't be used (EXC-15). */
    static JMSException storeFailed(StoreException failure) {
        BrokerException.Reason reason =
                switch (failure.kind()) {
                    case UNAVAILABLE, TRANSIENT -> BrokerException.Reason.STORE_UNAVAILABLE;
                    case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, PROTECTED, CLOSED, DAMAGED, FATAL ->
                        BrokerException.Reason.STORE_FAILED;
                };
        return ExceptionTranslation.linked(
                new ResourceAllocationException(text(failure), ExceptionTranslation.code(reason)), failure);
    }

    private static String text(Exception failure) {
        return String.valueOf(failure.getMessage());
    }

    /** Drivers say of such a text that the database can't be reached, or change it (SND-08). */
    private static void requireStorable(@Nullable Credentials credentials) throws JMSSecurityException {
        if (credentials != null
                && !(StoredText.isStorable(credentials.user()) && StoredText.isStorable(credentials.password()))) {
            throw new JMSSecurityException(
                    "The user " + ShownText.quoted(credentials.user())
                            + " or the password has the character NUL or half of a surrogate pair, which no database accepts",
                    ErrorCodes.SECURITY);
        }
    }

    private void authenticate(SharedNode node, @Nullable Credentials proof) throws JMSException {
        boolean openedWithThem = opensWithCredentials && node.openedWith().equals(proof);
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
                    "The store rejects user " + ShownText.of(proof.user()) + " or the password", ErrorCodes.SECURITY);
        }
    }
}
