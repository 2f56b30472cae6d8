package dev.restante.jta;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jta.ExpiryParticipant.Disposition;
import jakarta.jms.JMSContext;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;

/**
 * Sends a key that expires at once, and takes part in the move of the message by giving the key to the partner. Tells
 * when it has come to the step at which it is to be killed, and stays there, unless the step is to be under way.
 *
 * <p>Arguments: those of {@link CrashChild}.
 */
final class ExpiryCrashChild {

    static final String MORTAL = "mortal";
    static final String WAITING = "mortal.expired";
    static final String DEAD = MORTAL + "/$DeadLetterQueue";

    /** More than a round comes to. */
    static final int MAX_DELIVERIES = 1_000;

    private ExpiryCrashChild() {}

    /** Whether the dead letter is Restante's, with a row of the partner; else it is a message of the partner. */
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
        ExpiryParticipation.begin(factory, MORTAL, transactions, message -> {
            if (!transactions
                    .getTransaction()
                    .enlistResource(new WatchedResource(partner.resource(), new FatalStep(plan)))) {
                throw new IllegalStateException("the resource does not take part");
            }
            partner.write(message.getBody(String.class));
            if (!plan.commit()) {
                throw new IllegalStateException("rolled back on purpose");
            }
            return staysHere(plan.partner()) ? Disposition.DEAD_LETTER : Disposition.REMOVE;
        });
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setTimeToLive(1).send(context.createQueue(MORTAL), arguments[3]);
        }
        FatalStep.stay();
    }
}
