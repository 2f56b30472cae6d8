package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
import jakarta.jms.JMSContext;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;

/**
 * Child process that sends a key that expires at once, and that writes the key to the partner as an expiry participant.
 * The child reports when it reaches the step at which it is killed. It then waits, unless the kill comes during the
 * step.
 *
 * <p>Arguments: the arguments of {@link CrashChild}.
 */
final class ExpiryCrashChild {

    static final String EXPIRING_QUEUE = "mortal";
    static final String WAITING_QUEUE = "mortal.expired";
    static final String DEAD_LETTER_QUEUE = EXPIRING_QUEUE + "/$DeadLetterQueue";

    /** Delivery count that no round reaches. */
    static final int MAX_DELIVERIES = 1_000;

    private ExpiryCrashChild() {}

    /**
     * Returns whether the dead letter belongs to Restante, with a row of the partner. Otherwise the dead letter is a
     * message of the partner.
     */
    static boolean staysHere(Partner.Kind partner) {
        return partner == Partner.Kind.POSTGRES;
    }

    public static void main(String[] arguments) {
        CrashChild.run(arguments, "error", ExpiryCrashChild::live);
    }

    private static void live(String[] arguments) throws Exception {
        TransactionManager transactions =
                Narayana.withLogIn(Path.of(arguments[2])).transactions();
        CrashPlan plan = CrashPlan.of(arguments, 4);
        RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(arguments[0]);
        factory.setLeaseDuration(CrashChild.LEASE);
        Partner partner = Partner.open(plan.partner(), arguments[1]);
        ExpiryParticipation.start(factory, EXPIRING_QUEUE, transactions, message -> {
            if (!transactions
                    .getTransaction()
                    .enlistResource(new WatchedResource(partner.resource(), new FatalStep(plan)))) {
                throw new IllegalStateException("the resource was not enlisted");
            }
            partner.write(message.getBody(String.class));
            if (!plan.commit()) {
                throw new IllegalStateException("rolled back by the test");
            }
            return staysHere(plan.partner()) ? ExpiryDisposition.DEAD_LETTER : ExpiryDisposition.REMOVE;
        });
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setTimeToLive(1).send(context.createQueue(EXPIRING_QUEUE), arguments[3]);
        }
        FatalStep.stay();
    }
}
