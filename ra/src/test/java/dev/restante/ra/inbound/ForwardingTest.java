package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.server.TrackedXaResource;
import dev.restante.ra.server.XaResourceUnwrapper;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.EndpointServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.transaction.SystemException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Bean that sends the messages it receives")
final class ForwardingTest {

    private static final long PATIENCE_SECONDS = 20;

    private final EndpointServer server = new EndpointServer();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    /** XA resource without the method of any wrapper. */
    private static final XAResource NO_RESOURCE = (XAResource) Proxy.newProxyInstance(
            ForwardingTest.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (proxy, method, arguments) -> false);

    private Deployment deployment;
    private volatile XAResource enlisted;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
        deployment.adapter.start(server);
    }

    @AfterEach
    void undeploy() throws Exception {
        deployment.close();
        server.close();
    }

    /** Wrapper that returns its content, as the wrappers of some servers do. */
    public interface Wrapper {
        XAResource getResource();
    }

    /** Wrapper whose method can fail. */
    public interface Reticent {
        XAResource getResource() throws XAException;
    }

    private XAResource within(Class<?> wrapper, XAResource resource) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "equals" -> {
                    return proxy == arguments[0];
                }
                case "hashCode" -> {
                    return System.identityHashCode(proxy);
                }
                case "getResource" -> {
                    if (wrapper == Reticent.class) {
                        throw new XAException(XAException.XAER_RMERR);
                    }
                    return resource;
                }
                case "start" -> calls.add((int) arguments[1] == XAResource.TMJOIN ? "join" : "start");
                default -> {}
            }
            try {
                return method.invoke(resource, arguments);
            } catch (InvocationTargetException thrown) {
                calls.add(method.getName() + " refused");
                throw thrown.getCause();
            }
        };
        return (XAResource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XAResource.class, wrapper}, handler);
    }

    /** Forwards a message. As in WildFly, the connection leaves the transaction when its last handle is closed. */
    private void forward(Message message) {
        try {
            try (Connection connection = deployment.factory.createConnection();
                    Session session = connection.createSession()) {
                session.createProducer(session.createQueue("out")).send(message);
            }
            assertThat(server.transactions.getTransaction().delistResource(enlisted, XAResource.TMSUCCESS))
                    .isTrue();
        } catch (JMSException | SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    private String forwarded() throws Exception {
        BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
        EndpointServer.Bean forwarder = server.new Bean(true, this::forward);
        RestanteActivationSpec in = activate(forwarder, "in");
        deployment.send("in", "a");
        EndpointServer.Bean receiver = server.new Bean(false, message -> {
            try {
                bodies.add(message.getBody(String.class));
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        RestanteActivationSpec out = activate(receiver, "out");
        String body = bodies.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        deployment.adapter.endpointDeactivation(forwarder, in);
        deployment.adapter.endpointDeactivation(receiver, out);
        assertThat(deployment.receiveNoWaitBody("in")).isNull();
        return body;
    }

    private RestanteActivationSpec activate(EndpointServer.Bean bean, String queue) throws Exception {
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination(queue);
        spec.setResourceAdapter(deployment.adapter);
        deployment.adapter.endpointActivation(bean, spec);
        return spec;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("RA-21, XA-07 the send joins the branch of the delivery even if the server wraps XA resources")
    void shouldJoinTheDelivery(boolean twice) throws Exception {
        deployment.container.enlisted = resource -> {
            XAResource wrapper = within(Wrapper.class, resource);
            enlisted = twice ? within(Wrapper.class, wrapper) : wrapper;
            return enlisted;
        };
        assertThat(forwarded()).isEqualTo("a");
        assertThat(calls).containsOnly("join");
    }

    @Test
    @DisplayName("a resource stays wrapped if its wrapper does not return the content")
    void shouldTakeAnyObject() throws Exception {
        XAResource own = new TrackedXaResource(NO_RESOURCE);
        XAResource reticent = within(Reticent.class, own);
        assertThat(XaResourceUnwrapper.unwrapped(reticent)).isSameAs(reticent);
        assertThat(XaResourceUnwrapper.unwrapped(within(Wrapper.class, own))).isSameAs(own);
        assertThat(XaResourceUnwrapper.unwrapped(NO_RESOURCE)).isSameAs(NO_RESOURCE);
        assertThat(XaResourceUnwrapper.unwrapped(null)).isNull();
    }
}
