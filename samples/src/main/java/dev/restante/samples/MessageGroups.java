package dev.restante.samples;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.admin.GroupsAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.GroupAssignment;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;

/** Sample of message groups: ordered, accepted with a state, sticky to a consumer, and listed by an administrator. */
public final class MessageGroups {

    private MessageGroups() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("accounts", true);
            admin.deleteQueue("carts", true);
            admin.createQueue("accounts", QueueOptions.defaults().withGroupsRequired(true));
            try (JMSContext context = factory.createContext()) {
                // region send
                Queue accounts = context.createQueue("accounts");
                JMSProducer ada = context.createProducer().setProperty("JMSXGroupID", "ada");
                ada.send(accounts, "deposit 10");
                ada.send(accounts, "withdraw 5");
                // endregion
            }
            accept(factory);
            // region list
            GroupsAdmin groups = admin.messages("accounts").groups();
            for (GroupsAdmin.GroupDescription group :
                    groups.list(GroupsAdmin.GroupPageRequest.first(100)).groups()) {
                System.out.println(
                        "group " + group.id() + " has " + group.available() + " messages, state: " + group.hasState());
            }
            // endregion
            // region sticky
            admin.createQueue("carts", QueueOptions.defaults().withGroupAssignment(GroupAssignment.STICKY));
            try (JMSContext context = factory.createContext()) {
                Queue carts = context.createQueue("carts");
                JMSProducer cart = context.createProducer().setProperty("JMSXGroupID", "cart 7");
                cart.send(carts, "add a book");
                cart.setProperty("JMSXGroupSeq", -1).send(carts, "check out"); // closes the group
            }
            // endregion
        }
    }

    private static void accept(RestanteConnectionFactory factory) throws JMSException {
        // region accept
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue accounts = context.createQueue("accounts");
            try (RestanteMessageGroup account =
                    RestanteSession.of(context).acceptAnyGroup(accounts, 5_000).orElseThrow()) {
                Message booking = account.consumer().receive(5_000);
                String before =
                        account.state().map(bytes -> new String(bytes, UTF_8)).orElse("nothing");
                System.out.println(account.id() + ": " + booking.getBody(String.class) + ", after " + before);
                account.setState(booking.getBody(String.class).getBytes(UTF_8));
                context.commit();
            }
        }
        // endregion
    }
}
