package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;

/**
 * Child that edits and resubmits dead letters, and reports their number until it is killed. Arguments: URL, dead-letter
 * queue.
 */
final class ResubmitChild {

    private ResubmitChild() {}

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            admin.messages(arguments[1])
                    .resubmit(MessageFilter.all(), MessageEdit.none().withProperty("edited", true), done -> {
                        ChildJvm.tell("sent " + done);
                        return true;
                    });
        }
    }
}
