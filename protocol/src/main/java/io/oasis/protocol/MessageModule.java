package io.oasis.protocol;

import java.lang.reflect.Constructor;
import java.time.Instant;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

/**
 * How JSON becomes the records of messages, where Jackson's own way will not do.
 *
 * <p>Records are made by their constructor, which takes their components as they come, in an array:
 * Jackson itself adapts a method handle for every object that it makes, which is a quarter of the
 * time of reading a message. Handles of our own, one for each kind of record, would be as quick and
 * make 400 classes before the first message is read.
 */
final class MessageModule extends SimpleModule {
  MessageModule() {
    addDeserializer(Instant.class, new InstantReader());
  }

  @Override
  public void setupModule(JacksonModule.SetupContext context) {
    super.setupModule(context);
    context.addValueInstantiators(
        new ValueInstantiators.Base() {
          @Override
          public ValueInstantiator modifyValueInstantiator(
              DeserializationConfig config,
              BeanDescription.Supplier description,
              ValueInstantiator standard) {
            return description.getBeanClass().isRecord()
                    && standard instanceof StdValueInstantiator std
                    && std.getWithArgsCreator() != null
                    && std.getWithArgsCreator().getAnnotated() instanceof Constructor<?> constructor
                ? new FromArray(std, constructor)
                : standard;
          }
        });
  }

  private static final class FromArray extends StdValueInstantiator {
    private final Constructor<?> constructor;

    FromArray(StdValueInstantiator standard, Constructor<?> constructor) {
      super(standard);
      this.constructor = constructor;
    }

    @Override
    public Object createFromObjectWith(DeserializationContext context, Object[] components) {
      try {
        return constructor.newInstance(components);
      } catch (ReflectiveOperationException e) {
        return context.handleInstantiationProblem(
            getValueClass(), components, rewrapCtorProblem(context, e));
      }
    }
  }
}
