package dev.restante.jndi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the connection factory as a JavaBean, from outside its package")
class FactoryPropertiesTest {

    @Test
    @DisplayName("containers can read and set the properties of the factory, although a hidden class declares them")
    void shouldBeABean() throws Exception {
        RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:bean");
        int properties = 0;
        for (PropertyDescriptor property : Introspector.getBeanInfo(RestanteConnectionFactory.class, Object.class)
                .getPropertyDescriptors()) {
            if (property.getReadMethod() != null && property.getWriteMethod() != null) {
                property.getWriteMethod()
                        .invoke(factory, property.getReadMethod().invoke(factory));
                properties++;
            }
        }
        assertThat(properties).isGreaterThan(15);
        RestanteConnectionFactory.class.getMethod("configure", Map.class).invoke(factory, Map.of("storeTimeout", "7s"));
        assertThat(factory.getStoreTimeout()).hasSeconds(7);
        assertThat(RestanteConnectionFactory.class.getMethods())
                .extracting(Method::getDeclaringClass)
                .allMatch(owner -> Modifier.isPublic(owner.getModifiers()));
    }
}
